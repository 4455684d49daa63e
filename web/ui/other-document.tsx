// An address whose page is another document: a link within ours loads it anew.
import { useEffect } from "react";

export function OtherDocument() {
  useEffect(() => location.reload(), []);
  return null;
}
