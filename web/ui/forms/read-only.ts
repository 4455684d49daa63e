// Whether what is shown can only be read: buttons that write are disabled, each by default.
import { createContext } from "react";

export const ReadOnlyContext = createContext(false);
