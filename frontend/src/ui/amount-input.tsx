import { TextInput, type TextInputProps } from "@mantine/core";
import { latinAmount } from "@/i18n/digits";

/** A field for an amount or a count: converts the digits of any keyboard to those that the server reads. */
export function AmountInput({ onChange, ...props }: TextInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      {...props}
      onChange={(event) => {
        const field = event.currentTarget;
        const text = latinAmount(field.value);
        // Setting the value moves the cursor to the end.
        if (text !== field.value) field.value = text;
        onChange?.(event);
      }}
    />
  );
}
