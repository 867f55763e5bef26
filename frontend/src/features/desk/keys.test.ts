import { describe, expect, it } from "vitest";
import { type Command, commandOf, keeps } from "./keys";

const press = (key: string, more = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
});

const job = (action: string) => ({ does: "job", action });
const step = (name: string) => ({ does: "step", step: name });

describe("a key", () => {
  it.each([
    ["ArrowDown", step("down")],
    ["j", step("down")],
    ["K", step("up")],
    ["h", step("previous")],
    ["l", step("next")],
    ["Home", step("first")],
    ["Enter", job("open")],
    ["a", job("assign")],
    ["R", job("reassign")],
    ["u", job("unassign")],
    ["e", job("edit")],
    ["s", job("search")],
    ["w", job("hold")],
    ["t", job("note")],
    ["d", job("repeat")],
    ["b", job("return")],
    ["c", job("cancel")],
    ["Delete", job("cancel")],
    ["n", { does: "new" }],
    ["m", { does: "message" }],
    ["o", { does: "offline" }],
    ["/", { does: "filter" }],
    ["Escape", { does: "leave" }],
    ["x", null],
    ["?", null],
  ])("%s is a command of the board", (key, command) => {
    expect(commandOf(press(key), false)).toEqual(command);
  });

  it("to the left goes to the next lane where the board runs from right to left", () => {
    expect(commandOf(press("ArrowLeft"), false)).toEqual(step("previous"));
    expect(commandOf(press("ArrowLeft"), true)).toEqual(step("next"));
    expect(commandOf(press("ArrowRight"), true)).toEqual(step("previous"));
  });

  it.each(["ctrlKey", "metaKey", "altKey", "isComposing"])("with %s is not one", (held) => {
    expect(commandOf(press("c", { [held]: true }), false)).toBeNull();
  });

  it.each<[string, Command, boolean]>([
    ["<input>", { does: "new" }, true],
    ["<div role=dialog><button></button></div>", { does: "new" }, true],
    ["<button></button>", { does: "job", action: "open" }, true],
    ["<button></button>", { does: "job", action: "assign" }, false],
    ["<button></button>", { does: "step", step: "down" }, false],
    ["<div class=leaflet-container></div>", { does: "step", step: "down" }, true],
    ["<div role=listbox></div>", { does: "job", action: "open" }, false],
  ])("%s keeps what it uses itself", (html, command, kept) => {
    const box = document.createElement("div");
    box.innerHTML = html;
    expect(keeps(box.querySelector("button") ?? box.firstElementChild, command)).toBe(kept);
  });
});
