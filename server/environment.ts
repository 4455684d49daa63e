/** Settings as the operating system passes them: name to text. */
export interface Environment {
  [name: string]: string | undefined;
}

/** True if NODE_ENV is production: simulators and settings for trials are rejected. */
export function isProductionEnvironment(env: Environment): boolean {
  return env["NODE_ENV"] === "production";
}
