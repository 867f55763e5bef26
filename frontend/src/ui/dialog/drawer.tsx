import { type DrawerProps, Drawer as MantineDrawer } from "@mantine/core";
import { useReturnFocus } from "./use-return-focus";

/** A dialog over the page, at one of its edges. */
export function Drawer(props: DrawerProps) {
  const box = useReturnFocus(props.opened);
  return <MantineDrawer {...props} ref={box} returnFocus={false} />;
}
