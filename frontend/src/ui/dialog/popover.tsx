import { Popover as MantinePopover, type PopoverProps } from "@mantine/core";

/** A small dialog beside its button, which has the focus again once it is closed. */
export function Popover(props: PopoverProps) {
  return <MantinePopover position="bottom-end" withinPortal {...props} trapFocus returnFocus />;
}
Popover.Target = MantinePopover.Target;
Popover.Dropdown = MantinePopover.Dropdown;
