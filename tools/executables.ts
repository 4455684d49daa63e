// Programs that are installed on this machine.
import { accessSync, constants } from "node:fs";
import path from "node:path";

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the program in the folders of PATH, or in one of `more`. */
export function findExecutable(name: string, more: readonly string[] = []): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), ...more];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}
