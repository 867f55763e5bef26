import { Popover as MantinePopover, type PopoverProps } from "@mantine/core";

/** A small dialog beside its button, which gets the focus back when it closes. */
export function Popover(props: PopoverProps) {
  return (
    <MantinePopover
      position="bottom-end"
      withinPortal
      // Hidden while its button is scrolled out of view, it would still hold the focus.
      hideDetached={false}
      {...props}
      trapFocus
      returnFocus
    />
  );
}
Popover.Target = MantinePopover.Target;
Popover.Dropdown = MantinePopover.Dropdown;
