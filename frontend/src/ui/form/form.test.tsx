import { TextInput } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { GuardedModal } from "@/ui/guarded";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { Form } from "./form";
import { FormFailure } from "./form-failure";
import { useForm } from "./use-form";

interface Fields {
  name: string;
  price: string;
}

interface PageProps {
  send: (values: Fields) => Promise<unknown>;
  saved?: Fields;
  onClose?: () => void;
}

function Page({ send, saved = { name: "Ada", price: "5" }, onClose = vi.fn() }: PageProps) {
  const form = useForm({
    values: saved,
    follow: true,
    send,
    notice: "Saved",
    marks: ({ code }) => (code === "price_error" ? ["price"] : []),
  });
  return (
    <GuardedModal opened onClose={onClose} title="A form">
      <Form form={form}>
        <TextInput label="Name" {...form.field("name")} />
        <TextInput label="Price" {...form.field("price")} />
        <FormFailure form={form} />
        <p>{form.conflicts.join(", ")}</p>
        <button type="submit">Send</button>
      </Form>
    </GuardedModal>
  );
}

const around = (page: React.ReactNode) => (
  <ThemeProvider>
    <QueryClientProvider client={createQueryClient()}>
      {page}
      <ToastOutlet />
    </QueryClientProvider>
  </ThemeProvider>
);
const refusing = (error: unknown) => vi.fn(() => Promise.reject(error));
const submit = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const field = (name: string) => screen.getByRole("textbox", { name });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("a form", () => {
  it("shows a refusal at its field, focuses it, and keeps the input", async () => {
    render(around(<Page send={refusing(new ApiError(400, "x", "No.", { price: "Too low." }))} />));
    await userEvent.type(field("Name"), " L");
    await submit();
    await waitFor(() => expect(field("Price")).toHaveAccessibleDescription("Too low."));
    expect(field("Price")).toBeInvalid();
    expect(field("Price")).toHaveFocus();
    expect(field("Name")).toHaveValue("Ada L");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await userEvent.type(field("Price"), "0");
    expect(field("Price")).not.toBeInvalid();
  });

  it("focuses the first of several fields by their order on the page", async () => {
    const error = new ApiError(400, "x", "No.", { price: "Too low.", name: "Too short." });
    render(around(<Page send={refusing(error)} />));
    await submit();
    await waitFor(() => expect(field("Name")).toHaveFocus());
    expect(field("Price")).toBeInvalid();
  });

  it("shows an error that names no field once, and marks the field that its code means", async () => {
    render(around(<Page send={refusing(new ApiError(400, "price_error", "A wrong price."))} />));
    await submit();
    expect(await screen.findByRole("alert")).toHaveTextContent("A wrong price.");
    expect(field("Price")).toHaveFocus();
    expect(field("Price")).toBeInvalid();
    await userEvent.type(field("Name"), "x");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(field("Price")).not.toBeInvalid();
  });

  it("shows an error of a field that it does not have", async () => {
    render(around(<Page send={refusing(new ApiError(400, "y", "No.", { other: "Wrong." }))} />));
    await submit();
    expect(await screen.findByRole("alert")).toHaveTextContent("No.");
  });

  it("sends once while a request is pending, and confirms the success", async () => {
    let finish: (value?: unknown) => void = () => undefined;
    const send = vi.fn(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    render(around(<Page send={send} />));
    await submit();
    await submit();
    expect(send).toHaveBeenCalledOnce();
    finish();
    expect(await screen.findByText("Saved")).toBeInTheDocument();
  });

  it("reports its unsaved changes to the dialog until they are saved", async () => {
    const onClose = vi.fn();
    render(around(<Page send={vi.fn(async () => undefined)} onClose={onClose} />));
    await userEvent.type(field("Name"), " L");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(onClose).not.toHaveBeenCalled();
  });

  it("follows the server in untouched fields, and lists conflicts", async () => {
    const setters: Array<(saved: Fields) => void> = [];
    function Server() {
      const [saved, setSaved] = useState<Fields>({ name: "Ada", price: "5" });
      setters[0] = setSaved;
      return <Page send={vi.fn(async () => undefined)} saved={saved} />;
    }
    render(around(<Server />));
    await userEvent.type(field("Name"), " L");
    setters[0]?.({ name: "Eve", price: "7" });
    await waitFor(() => expect(field("Price")).toHaveValue("7"));
    expect(field("Name")).toHaveValue("Ada L");
    expect(screen.getByText("name")).toBeInTheDocument();
  });
});
