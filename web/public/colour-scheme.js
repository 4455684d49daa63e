// Sets the colour scheme before the first paint, so that dark mode does not flash light. The key is the same as in web/ui/theme/theme.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("chaavi-colour-scheme");
  } catch {
    // Storage is not available: use the system's scheme.
  }
  var isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
