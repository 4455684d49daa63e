// Route of a separate document: client-side navigation to it reloads the page.
import { useEffect } from "react";

export function ReloadDocument() {
  useEffect(() => location.reload(), []);
  return null;
}
