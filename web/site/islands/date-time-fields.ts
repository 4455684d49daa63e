// Fields of date and time get the browser's picker after the first view, one in each task. Until then they are text.
const fields = [...document.querySelectorAll<HTMLInputElement>("input[data-date-time]")];

function addPicker(field: HTMLInputElement): void {
  // A picker would lose a time that is being typed, or that it cannot read.
  if (document.activeElement === field) field.addEventListener("blur", () => addPicker(field), { once: true });
  else if (field.validity.valid) field.type = "datetime-local";
}

function addNextPicker(): void {
  const field = fields.shift();
  if (!field) return;
  addPicker(field);
  addAfterFrame();
}

const addAfterFrame = (): void => void requestAnimationFrame(() => setTimeout(addNextPicker));

addAfterFrame();
