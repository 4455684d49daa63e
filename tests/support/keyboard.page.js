// Runs in the page: marks every control Tab should reach, and records its look without focus.
globalThis.markControls = function () {
  document.activeElement?.blur();
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")];
  const names = new Set();
  const looks = new Map();
  const look = (element) => {
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
    return around
      .flatMap((near) => {
        if (!near) return [];
        const { outline, boxShadow, borderColor, backgroundColor, transform } = getComputedStyle(near);
        return [outline, boxShadow, borderColor, backgroundColor, transform];
      })
      .concat(getComputedStyle(element, "::after").outline)
      .join();
  };
  const marked = controls.filter((control) => {
    const isOff = control.matches(":disabled, [tabindex='-1'], [inert] *, [hidden]");
    if (isOff || !control.checkVisibility({ visibilityProperty: true })) return false;
    // Tab reaches one radio button of a group, and the arrow keys the others.
    if (!(control instanceof HTMLInputElement) || control.type !== "radio") return true;
    const isFirst = !names.has(control.name);
    names.add(control.name);
    return isFirst;
  });
  marked.forEach((control) => looks.set(control, look(control)));
  const describe = (control) => control.outerHTML.slice(0, 160);
  const unseen = [];
  const reached = new Set();
  const isReached = (control) =>
    reached.has(control) ||
    (control instanceof HTMLInputElement &&
      control.type === "radio" &&
      [...reached].some((other) => other instanceof HTMLInputElement && other.name === control.name));
  let hasComeRound = false;
  document.addEventListener("focusin", ({ target: control }) => {
    if (reached.has(control)) {
      hasComeRound = true;
      return;
    }
    reached.add(control);
    const before = looks.get(control);
    if (before !== undefined && look(control) === before) unseen.push(describe(control));
  });
  const walk = {
    hasComeRound: () => hasComeRound,
    result: () => ({
      missed: marked.filter((control) => control.isConnected && !isReached(control)).map(describe),
      unseen,
    }),
  };
  Object.assign(globalThis, { walk });
  return marked.length;
};
