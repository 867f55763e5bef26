// Drivers send positions at a steady rate and riders receive them: `node load.js FILE`, which has
// { kind, url, trips: [{ topic, driver, rider }], rate, seconds, warmUp }. Prints one line of JSON.
import { readFileSync } from "node:fs";
import { io } from "socket.io-client";
import { WebSocket } from "ws";

const TICK_MS = 10;
const DRAIN_MS = 1500;
const LAST_ACK_MS = 15_000;
const { kind, url, trips, rate, seconds, warmUp } = JSON.parse(readFileSync(process.argv[2], "utf8"));

let sent = 0;
let acknowledged = 0;
let received = 0;
let closed = 0;
let measuring = false;
const delays = [];

function onPosition({ at }) {
  if (!measuring) return;
  received += 1;
  delays.push(Date.now() - Date.parse(at));
}

function onAck({ accepted }) {
  if (measuring) acknowledged += accepted;
}

const opened = (socket, name) =>
  new Promise((resolve, reject) => {
    socket.on(name, resolve);
    socket.on("error", reject);
    socket.on("connect_error", reject);
  });

async function openSocketIo({ topic }) {
  const options = { transports: ["websocket"], forceNew: true, query: { topic } };
  const [rider, driver] = [io(url, options), io(url, options)];
  await Promise.all([opened(rider, "connect"), opened(driver, "connect")]);
  rider.on("position", onPosition);
  rider.emit("subscribe", topic);
  return (frame) => driver.emit("positions", frame, onAck);
}

async function openWs({ topic, driver: driverTicket, rider: riderTicket }) {
  const address = (ticket) =>
    kind === "ws" ? `${url}/?topic=${encodeURIComponent(topic)}` : `${url}/ws/v1/?ticket=${ticket}`;
  const options = { perMessageDeflate: false };
  const [rider, driver] = [new WebSocket(address(riderTicket), options), new WebSocket(address(driverTicket), options)];
  const onMessage = (message) => {
    const frame = JSON.parse(message);
    if (frame.op === "position") onPosition(frame.data);
    else if (frame.op === "ack") onAck(frame);
  };
  for (const socket of [rider, driver]) {
    socket.on("message", onMessage);
    socket.on("close", () => {
      closed += 1;
    });
  }
  await Promise.all([opened(rider, "open"), opened(driver, "open")]);
  rider.send(JSON.stringify({ op: "subscribe", topic }));
  return (frame) => driver.send(JSON.stringify(frame));
}

const senders = [];
for (const trip of trips) senders.push(await (kind === "socket.io" ? openSocketIo(trip) : openWs(trip)));
await new Promise((resolve) => setTimeout(resolve, 2000));

let next = 0;
function sendOne() {
  const trip = next % senders.length;
  const step = Math.floor(next / senders.length);
  const point = {
    // A car that drives on: eleven metres a point.
    lat: 50.7003 + (step % 500) * 1e-4,
    lng: -1.2928 + trip * 1e-4,
    heading: 12.5,
    speed: 8.1,
    at: new Date().toISOString(),
  };
  senders[trip]({ op: "positions", id: String(next), points: [point] });
  next += 1;
  if (measuring) sent += 1;
}

async function send(forSeconds) {
  const began = performance.now();
  const first = next;
  while (performance.now() - began < forSeconds * 1000) {
    const due = first + Math.floor(((performance.now() - began) / 1000) * rate);
    while (next < due) sendOne();
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
}

await send(warmUp);
await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
measuring = true;
process.stdout.write("measuring\n");
await send(seconds);
for (let waited = 0; acknowledged < sent && waited < LAST_ACK_MS; waited += TICK_MS)
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
delays.sort((a, b) => a - b);
const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? null;
const result = { sent, acknowledged, received, closed, p50: at(0.5), p99: at(0.99) };
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
