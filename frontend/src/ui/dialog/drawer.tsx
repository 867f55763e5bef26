import { type DrawerProps, Drawer as MantineDrawer } from "@mantine/core";
import { useEscape } from "./use-escape";
import { useReturnFocus } from "./use-return-focus";

/** A dialog at an edge of the page. */
export function Drawer(props: DrawerProps) {
  const box = useReturnFocus(props.opened);
  useEscape(props);
  return <MantineDrawer {...props} ref={box} returnFocus={false} closeOnEscape={false} />;
}
