import { Modal as MantineModal, type ModalProps } from "@mantine/core";
import { useReturnFocus } from "./use-return-focus";

/** A dialog in the middle of the page. */
export function Modal(props: ModalProps) {
  const box = useReturnFocus(props.opened);
  return <MantineModal {...props} ref={box} returnFocus={false} />;
}
