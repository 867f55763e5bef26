// @vitest-environment node
import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client";

/** A fake server that responds when the test resolves the request. */
function slowServer() {
  const answers: ((value: string) => void)[] = [];
  const failures: ((error: Error) => void)[] = [];
  const queryFn = vi.fn(
    () =>
      new Promise<string>((answer, fail) => {
        answers.push(answer);
        failures.push(fail);
      }),
  );
  return { queryFn, answers, failures };
}

function watched(queryKey: string[]) {
  const client = createQueryClient();
  const server = slowServer();
  const observer = new QueryObserver(client, { queryKey, queryFn: server.queryFn });
  const stop = observer.subscribe(() => undefined);
  return { client, observer, stop, ...server };
}

describe("invalidating a query", () => {
  it("refetches after a first fetch that was in progress", async () => {
    const { client, observer, queryFn, answers } = watched(["chat", "7"]);
    void client.invalidateQueries({ queryKey: ["chat"] });
    void client.invalidateQueries({ queryKey: ["chat"] });
    expect(queryFn).toHaveBeenCalledTimes(1);
    answers[0]?.("before the message");
    await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
    answers[1]?.("with the message");
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("with the message"));
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it("restarts a later fetch in progress, once", async () => {
    const { client, observer, queryFn, answers } = watched(["chat", "7"]);
    answers[0]?.("first");
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("first"));
    void client.invalidateQueries({ queryKey: ["chat"] });
    void client.invalidateQueries({ queryKey: ["chat"] });
    await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(3));
    answers[2]?.("third");
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("third"));
    expect(queryFn).toHaveBeenCalledTimes(3);
  });

  it("ignores other queries, and a first fetch without observers", async () => {
    const { client, stop, queryFn, answers } = watched(["chat", "7"]);
    void client.invalidateQueries({ queryKey: ["inbox"] });
    void client.invalidateQueries({ queryKey: ["chat"], refetchType: "none" });
    stop();
    void client.invalidateQueries({ queryKey: ["chat"] });
    answers[0]?.("an answer");
    await new Promise((later) => setTimeout(later, 20));
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});
