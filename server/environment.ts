/** Settings as the operating system passes them: name to text. */
export interface Environment {
  [name: string]: string | undefined;
}
