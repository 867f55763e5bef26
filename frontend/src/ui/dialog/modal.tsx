import { Modal as MantineModal, type ModalProps } from "@mantine/core";
import { useEscape } from "./use-escape";
import { useReturnFocus } from "./use-return-focus";

/** A dialog in the middle of the page. */
export function Modal(props: ModalProps) {
  const box = useReturnFocus(props.opened);
  useEscape(props);
  return <MantineModal {...props} ref={box} returnFocus={false} closeOnEscape={false} />;
}
