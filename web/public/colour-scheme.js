// Sets the colour scheme before the first paint, so that dark mode does not flash light, and follows the system's while none
// is chosen. The key is the same as in web/ui/theme/theme.ts.
(function () {
  var system = matchMedia("(prefers-color-scheme: dark)");
  function apply() {
    var chosen = null;
    try {
      chosen = localStorage.getItem("chaavi-colour-scheme");
    } catch {
      // Storage is not available: use the system's scheme.
    }
    var isDark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  }
  apply();
  system.addEventListener("change", apply);
})();
