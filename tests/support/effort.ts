// What a task takes from a person: fields, presses, and the time estimated from them, which does not depend on the machine.
import type { Locator } from "playwright-core";

/**
 * A keystroke-level model (Card, Moran and Newell) for a phone: a press is 1.1 s of pointing, a typed character 0.28 s
 * (an average typist without training). 1.35 s of thought are added to each press and field, more than the model asks
 * for, since it adds none to routine steps. Waiting for the product is not interaction.
 */
const pressSeconds = 1.1;
const characterSeconds = 0.28;
const thoughtSeconds = 1.35;

export interface Effort {
  fields: number;
  presses: number;
  characters: number;
}

export function estimateSeconds({ fields, presses, characters }: Effort): number {
  // A field is pressed before it is filled in.
  return (fields + presses) * (pressSeconds + thoughtSeconds) + characters * characterSeconds;
}

export function createEffort() {
  const effort: Effort = { fields: 0, presses: 0, characters: 0 };
  return {
    effort,
    async fill(field: Locator, text: string): Promise<void> {
      effort.fields += 1;
      effort.characters += text.length;
      await field.fill(text);
    },
    /** A field that is chosen, not typed. */
    async choose(act: Promise<unknown>): Promise<void> {
      effort.fields += 1;
      await act;
    },
    async press(target: Locator): Promise<void> {
      effort.presses += 1;
      await target.click();
    },
  };
}
