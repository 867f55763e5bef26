import { QueryClientProvider, useIsMutating } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { LicenceInput, licenceUploadKey } from "./licence-input";

/** Requests that the test answers itself, to simulate a slow network. */
class SlowRequest {
  static all: SlowRequest[] = [];
  upload = {};
  status = 0;
  responseText = "";
  onload = () => undefined;
  onabort = () => undefined;
  constructor() {
    SlowRequest.all.push(this);
  }
  open() {}
  send() {}
  setRequestHeader() {}
  abort() {
    this.onabort();
  }
  answer(body: object) {
    this.status = 201;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

function Form({ onChange }: { onChange: (token: string) => void }) {
  const uploading = useIsMutating({ mutationKey: licenceUploadKey }) > 0;
  return (
    <>
      <LicenceInput onChange={onChange} error={false} />
      <p>{uploading ? "waits" : "ready"}</p>
    </>
  );
}

const picture = (name: string) => new File(["x"], name, { type: "image/png" });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it("uploads the picture that replaced a pending one, and waits for it", async () => {
  vi.stubGlobal("XMLHttpRequest", SlowRequest);
  const onChange = vi.fn();
  const { container } = render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <Form onChange={onChange} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const field = container.querySelector("input[type=file]") as HTMLInputElement;
  fireEvent.change(field, { target: { files: [picture("first.png")] } });
  await waitFor(() => expect(SlowRequest.all).toHaveLength(1));
  fireEvent.change(field, { target: { files: [picture("second.png")] } });
  await waitFor(() => expect(SlowRequest.all).toHaveLength(2));
  await act(async () => undefined);
  expect(screen.getByText("second.png")).toBeInTheDocument();
  expect(screen.getByText("waits")).toBeInTheDocument();
  await act(async () => SlowRequest.all[1]?.answer({ token: "t2" }));
  expect(await screen.findByText("ready")).toBeInTheDocument();
  expect(onChange).toHaveBeenLastCalledWith("t2");
  expect(screen.getByText("second.png")).toBeInTheDocument();
});
