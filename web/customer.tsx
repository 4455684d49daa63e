// The pages of a customer at the valet: a document of their own, without the partners' router, forms and components, so that
// they stand on a slow phone in seconds.
import "#web/ui/base.css";
import "@fontsource-variable/anek-latin/standard.css";
import "#web/ui/tokens.css";
import { createRoot } from "react-dom/client";
import { CustomerApp } from "#web/features/valet/customer-app.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("customer.html has no #root");
createRoot(root).render(<CustomerApp address={new URL(location.href)} />);
