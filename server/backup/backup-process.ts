// Program of the backup process (run-backup.ts). It receives its input over IPC and exits with its parent.
import { createBackup } from "#server/backup/create-backup.ts";
import type { BackupProcessMessage, BackupProcessInput } from "#server/backup/run-backup.ts";
import { OperatorError } from "#server/operator-error.ts";

process.once("message", (input: BackupProcessInput) => void runBackupWork(input));
process.on("disconnect", () => process.exit());

async function runBackupWork(input: BackupProcessInput): Promise<void> {
  const send = (message: BackupProcessMessage): void => void process.send!(message);
  try {
    const result = await createBackup({ ...input, log: (line) => send({ line }) });
    send({ result });
  } catch (error) {
    const isOperatorError = error instanceof OperatorError;
    send({ error: error instanceof Error ? error.message : String(error), isOperatorError });
  }
}
