// Decodes ESC/POS independently of the product's encoder, as a plain printer does: whatever it does not know is an error, so
// that a test fails by it.

export type Alignment = "left" | "centre" | "right";

export type Operation =
  /** A row of text, at its line feed. */
  | { kind: "text"; text: string; isBold: boolean; width: number; height: number; align: Alignment }
  | { kind: "feed"; lines: number }
  | { kind: "picture"; bytesPerRow: number; rows: number; bits: Uint8Array; align: Alignment }
  | { kind: "qr"; text: string; moduleDots: number; correction: "L" | "M" | "Q" | "H"; align: Alignment }
  | { kind: "cut"; isPartial: boolean; feedDots: number }
  | { kind: "drawer"; pin: 2 | 5; onMs: number; offMs: number }
  | { kind: "error"; text: string };

interface Style {
  isBold: boolean;
  width: number;
  height: number;
  align: Alignment;
}

const initialStyle: Style = { isBold: false, width: 1, height: 1, align: "left" };
const alignments: readonly Alignment[] = ["left", "centre", "right"];
const corrections = ["L", "M", "Q", "H"] as const;

export function decodeEscPos(bytes: Uint8Array): Operation[] {
  const operations: Operation[] = [];
  let style = initialStyle;
  let row = "";
  let qr: { moduleDots: number; correction: (typeof corrections)[number]; text: string } = {
    moduleDots: 3,
    correction: "L",
    text: "",
  };
  let at = 0;
  const fail = (text: string): void => void operations.push({ kind: "error", text });
  const take = (count: number): number[] => {
    const taken = Array.from(bytes.subarray(at, at + count));
    if (taken.length < count) fail("unexpected end");
    at += count;
    return Array.from({ length: count }, (_, index) => taken[index] ?? 0);
  };
  const takeOne = (): number => take(1)[0]!;
  const takeNumber = (): number => {
    const [low, high] = take(2);
    return low! + 256 * high!;
  };
  /** For commands that are valid at the beginning of a line only. */
  const expectLineStart = (command: string): void => {
    if (row !== "") fail(`${command} within a line`);
  };
  const pick = <T>(values: readonly T[], index: number, name: string): T => {
    const value = values[index];
    if (value === undefined) fail(`unknown ${name} ${index}`);
    return value ?? values[0]!;
  };

  const qrCommands: { readonly [command: number]: (data: readonly number[]) => void } = {
    0x41: ([model, zero]) => {
      if (model !== 0x32 || zero !== 0) fail(`unknown QR model ${model}`);
    },
    0x43: ([moduleDots = 0]) => {
      if (moduleDots < 1 || moduleDots > 16) fail(`unknown QR module ${moduleDots}`);
      qr = { ...qr, moduleDots };
    },
    0x45: ([level = 0]) => {
      qr = { ...qr, correction: pick(corrections, level - 0x30, "QR correction") };
    },
    0x50: ([mode, ...data]) => {
      if (mode !== 0x30) fail(`unknown QR data ${mode}`);
      qr = { ...qr, text: Buffer.from(data).toString("utf8") };
    },
    0x51: ([mode]) => {
      if (mode !== 0x30) fail(`unknown QR print ${mode}`);
      if (qr.text === "") fail("QR without data");
      expectLineStart("QR");
      operations.push({ kind: "qr", ...qr, align: style.align });
    },
  };
  const decodeQr = (): void => {
    const [symbol, command = 0, ...data] = take(takeNumber());
    const run = symbol === 0x31 ? qrCommands[command] : undefined;
    if (run) run(data);
    else fail("unknown QR command");
  };
  const decodePicture = (): void => {
    const [kind, mode] = take(2);
    const [bytesPerRow, rows] = [takeNumber(), takeNumber()];
    const bits = Uint8Array.from(take(bytesPerRow * rows));
    if (kind !== 0x30 || mode !== 0) fail("unknown picture");
    expectLineStart("picture");
    operations.push({ kind: "picture", bytesPerRow, rows, bits, align: style.align });
  };
  const decodeCut = (): void => {
    const mode = takeOne();
    if (mode === 65 || mode === 66) operations.push({ kind: "cut", isPartial: mode === 66, feedDots: takeOne() });
    else fail(`unknown cut ${mode}`);
  };
  const escapes: { readonly [command: number]: () => void } = {
    0x40: () => {
      expectLineStart("initialisation");
      style = initialStyle;
    },
    0x45: () => {
      style = { ...style, isBold: (takeOne() & 1) === 1 };
    },
    0x61: () => {
      expectLineStart("alignment");
      style = { ...style, align: pick(alignments, takeOne(), "alignment") };
    },
    0x64: () => {
      expectLineStart("feed");
      operations.push({ kind: "feed", lines: takeOne() });
    },
    0x70: () => {
      const [pin, on, off] = take(3);
      operations.push({ kind: "drawer", pin: pick([2, 5], pin!, "drawer"), onMs: on! * 2, offMs: off! * 2 });
    },
  };
  const groups: { readonly [command: number]: () => void } = {
    0x21: () => {
      const scale = takeOne();
      style = { ...style, width: ((scale >> 4) & 7) + 1, height: (scale & 7) + 1 };
    },
    0x28: () => (takeOne() === 0x6b ? decodeQr() : fail("unknown GS (")),
    0x56: decodeCut,
    0x76: decodePicture,
  };
  const runCommand = (commands: typeof escapes, name: string): void => {
    const command = takeOne();
    const run = commands[command];
    if (run) run();
    else fail(`unknown ${name} ${command.toString(16)}`);
  };

  while (at < bytes.length) {
    const byte = takeOne();
    if (byte === 0x1b) runCommand(escapes, "ESC");
    else if (byte === 0x1d) runCommand(groups, "GS");
    else if (byte === 0x0a) {
      operations.push({ kind: "text", text: row, ...style });
      row = "";
    } else if (byte >= 0x20 && byte < 0x7f) row += String.fromCharCode(byte);
    else fail(`unknown byte ${byte.toString(16)}`);
  }
  if (row !== "") fail("text without a line feed");
  return operations;
}
