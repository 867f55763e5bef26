// Relays each position to the subscribers of its booking and stores nothing: `node relay.js socket.io|ws PORT`.
import { createServer } from "node:http";
import { Server } from "socket.io";
import { WebSocketServer } from "ws";

const [kind, port] = process.argv.slice(2);
const http = createServer();

function newestOf({ points }) {
  const { lat, lng, heading, speed, at } = points[points.length - 1];
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) throw new Error("not a position");
  return { lat, lng, heading, speed, at };
}

function withSocketIo() {
  const server = new Server(http, { transports: ["websocket"] });
  server.on("connection", (socket) => {
    const { topic } = socket.handshake.query;
    socket.on("subscribe", (name) => socket.join(name));
    socket.on("positions", (frame, acknowledge) => {
      server.to(topic).emit("position", newestOf(frame));
      acknowledge({ accepted: frame.points.length });
    });
  });
}

function withWs() {
  const listeners = new Map();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  server.on("connection", (socket, request) => {
    const topic = new URL(request.url, "http://localhost").searchParams.get("topic");
    socket.on("message", (message) => {
      const frame = JSON.parse(message);
      if (frame.op === "subscribe") {
        listeners.set(frame.topic, [...(listeners.get(frame.topic) ?? []), socket]);
        return;
      }
      const text = JSON.stringify({ op: "position", topic, data: newestOf(frame) });
      for (const listener of listeners.get(topic) ?? []) listener.send(text);
      socket.send(JSON.stringify({ op: "ack", id: frame.id, accepted: frame.points.length }));
    });
  });
}

if (kind === "socket.io") withSocketIo();
else withWs();
http.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
