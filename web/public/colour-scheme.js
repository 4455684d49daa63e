// Runs before the first paint, so that a page chosen dark never flashes light. The key is that of web/ui/theme.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("chaavi-colour-scheme");
  } catch {
    // Storage is switched off: the system's scheme it is.
  }
  var isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
