// The pages of a customer at the valet: a document of their own, without the partners' router, forms and components, so that
// they stand on a slow phone in seconds.
import "#web/ui/base.css";
import "@fontsource-variable/anek-latin/standard.css";
import "#web/ui/tokens.css";
import { createRoot } from "react-dom/client";
import { CustomerApp } from "#web/features/valet/customer-app.tsx";

// colour-scheme.js has set the first one; without a choice of one's own it follows the system's.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) => {
  if (localStorage.getItem("chaavi-colour-scheme")) return;
  document.documentElement.setAttribute("data-mantine-color-scheme", matches ? "dark" : "light");
});

const root = document.getElementById("root");
if (!root) throw new Error("customer.html has no #root");
createRoot(root).render(<CustomerApp address={new URL(location.href)} />);
