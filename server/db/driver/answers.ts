// Completes what PostgreSQL has sent on a connection, for the driver postgres 3.4. It keeps the state of an answer beyond the answer:
// an error whose connection is lost before the message behind it rejects the first query of the next connection, also of another
// transaction, and rows of a failed or lost query leave as many holes in front of those of the next one.

/** Type and length. */
const headerBytes = 5;
const [rowMessage, errorMessage, commandMessage, readyMessage] = [0x44, 0x45, 0x43, 0x5a];
/** CommandComplete without a text: the driver counts rows from zero again. */
const endOfRows = Buffer.from([commandMessage, 0, 0, 0, 5, 0]);
/** ReadyForQuery in a failed transaction: the driver rejects the query with the error before it. */
const endOfAnswer = Buffer.from([readyMessage, 0, 0, 0, 5, 0x45]);

/** An error with which PostgreSQL ends a connection. */
export interface FatalError {
  code: string;
  message: string;
  /** Whether the connection was being opened. */
  isRefusal: boolean;
}

export class AnswerStream {
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Bytes until the first message that is held is complete. */
  #neededBytes = 0;
  #isOpen = false;
  #hasRows = false;
  #hasError = false;
  /** Not handed over: the driver would keep it as the error of a query. */
  fatalError: FatalError | undefined;
  readonly #reportsRefusals: boolean;

  /** `reportsRefusals`: the refusal of a new connection is handed over, for a driver that then tries another host. */
  constructor({ reportsRefusals }: { reportsRefusals: boolean }) {
    this.#reportsRefusals = reportsRefusals;
  }

  /** Takes what was received, and returns the complete messages. */
  push(chunk: Buffer): Buffer | undefined {
    let data = chunk;
    if (this.#heldBytes > 0) {
      this.#held.push(chunk);
      this.#heldBytes += chunk.length;
      if (this.#heldBytes < this.#neededBytes) return undefined;
      data = Buffer.concat(this.#held);
    }
    const { parts, end } = this.#read(data);
    this.#held = end < data.length ? [data.subarray(end)] : [];
    this.#heldBytes = data.length - end;
    return parts.length > 1 ? Buffer.concat(parts) : parts[0];
  }

  /** What completes the answer of a connection that is lost. */
  end(): Buffer | undefined {
    if (this.#hasError) return endOfAnswer;
    return this.#hasRows ? endOfRows : undefined;
  }

  #read(data: Buffer): { parts: Buffer[]; end: number } {
    const parts: Buffer[] = [];
    let [start, end] = [0, 0];
    const take = (): void => {
      if (end > start) parts.push(data.subarray(start, end));
      start = end;
    };
    for (;;) {
      this.#neededBytes = headerBytes;
      if (data.length - end < headerBytes) break;
      const length = data.readUInt32BE(end + 1) + 1;
      this.#neededBytes = length;
      if (data.length - end < length) break;
      const type = data[end];
      if (type === rowMessage) this.#hasRows = true;
      else if (type === commandMessage) this.#hasRows = false;
      else if (type === readyMessage) [this.#isOpen, this.#hasError] = [true, false];
      else if (type === errorMessage) {
        this.fatalError = this.#readFatalError(data.subarray(end + headerBytes, end + length));
        if (this.fatalError) {
          take();
          return { parts, end: data.length };
        }
        if (this.#hasRows) {
          take();
          parts.push(endOfRows);
        }
        [this.#hasRows, this.#hasError] = [false, this.#isOpen];
      }
      end += length;
    }
    take();
    return { parts, end };
  }

  #readFatalError(body: Buffer): FatalError | undefined {
    const fields = body.toString("utf8").split("\0");
    const find = (name: string): string => fields.find((field) => field.startsWith(name))?.slice(1) ?? "";
    // The severity that is not translated.
    const isFatal = ["FATAL", "PANIC"].includes(find("V"));
    if (!isFatal || (this.#reportsRefusals && !this.#isOpen)) return undefined;
    return { code: find("C"), message: find("M"), isRefusal: !this.#isOpen };
  }
}
