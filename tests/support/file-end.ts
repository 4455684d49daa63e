// What a file leaves behind that the next one in its process should not find.
const works: (() => Promise<void>)[] = [];

/** Is done whenever the tests of a file are over. */
export function atFileEnd(work: () => Promise<void>): void {
  works.push(work);
}

export async function endFile(): Promise<void> {
  for (const work of works) await work();
}
