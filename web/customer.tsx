// Entry point of the valet customer's pages: a separate document without the partners' router, forms and components, so that it
// loads in seconds on a slow phone.
import "#web/ui/theme/base.css";
import "@fontsource-variable/anek-latin/index.css";
import "#web/ui/theme/condensed-font.css";
import "#web/ui/theme/fonts.css";
import "#web/ui/theme/tokens.css";
import { createRoot } from "react-dom/client";
import { CustomerApp } from "#web/features/valet/customer/customer-app.tsx";
import { showStoredLanguage } from "#web/languages/stored.ts";

// colour-scheme.js sets the initial scheme; without a saved choice it follows the system.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) => {
  if (localStorage.getItem("chaavi-colour-scheme")) return;
  document.documentElement.setAttribute("data-mantine-color-scheme", matches ? "dark" : "light");
});

const root = document.getElementById("root");
if (!root) throw new Error("customer.html has no #root");
const render = () => createRoot(root).render(<CustomerApp address={new URL(location.href)} />);
void showStoredLanguage().then(render, render);
