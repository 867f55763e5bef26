import { createContext, type ReactNode, useContext } from "react";

const Context = createContext(false);

interface ReadOnlyProps {
  when: boolean;
  children: ReactNode;
}

/** A page whose user may only view it: lists, headers and forms inside leave out their changes. */
export function ReadOnly({ when, children }: ReadOnlyProps) {
  return <Context.Provider value={when}>{children}</Context.Provider>;
}

export const useReadOnly = (): boolean => useContext(Context);
