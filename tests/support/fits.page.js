// Runs in the page: describes what does not fit the screen, in sentences.
globalThis.findLayoutProblems = function ({ width, smallest }) {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > width) found.push(`the page is ${wide} px wide on a screen of ${width} px`);
  for (const dialog of document.querySelectorAll("dialog[open]"))
    if (dialog.scrollWidth > dialog.clientWidth) found.push(`the dialog is ${dialog.scrollWidth} px wide`);
  for (const control of document.querySelectorAll("a[href], button, select, textarea, summary")) {
    const box = control.getBoundingClientRect();
    const isShown = control.checkVisibility({ visibilityProperty: true }) && box.width > 1;
    if (!isShown || control.closest("[aria-hidden=true]")) continue;
    const name = control.getAttribute("aria-label") ?? (control.innerText.trim() || control.name);
    const cut = [control, ...control.querySelectorAll("*")].some((part) => {
      const { overflowX, textOverflow } = getComputedStyle(part);
      const hasWords = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      // Truncation with an ellipsis is intended, and elements one px wide are for screen readers only.
      const isMeant = textOverflow === "ellipsis" || part.clientWidth <= 1;
      return hasWords && overflowX === "hidden" && !isMeant && part.scrollWidth > part.clientWidth + 1;
    });
    if (cut) found.push(`the words of '${name}' are cut off`);
    if (control instanceof HTMLSelectElement && isOptionCut(control))
      found.push(`the option '${control.selectedOptions[0].text}' is cut off`);
    // A link in a sentence is as high as its line, and an ::after makes a whole row the target of its button.
    const isInText = getComputedStyle(control).display === "inline";
    const isWholeRow = getComputedStyle(control, "::after").position === "absolute";
    if (!isInText && !isWholeRow && Math.min(box.width, box.height) < smallest - 0.5)
      found.push(`'${name}' is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
  }
  return found;
};

// A select has no elements for its text: one line of it is measured, unless it may take several.
function isOptionCut(select) {
  const { font, paddingLeft, paddingRight, whiteSpace } = getComputedStyle(select);
  if (whiteSpace === "normal") return false;
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return context.measureText(select.selectedOptions[0]?.text ?? "").width > room + 1;
}
