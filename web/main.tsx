import "#web/ui/base.css";
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@fontsource-variable/anek-latin/standard.css";
import "#web/ui/tokens.css";
import "#web/ui/mantine.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { watchVisibility } from "#web/items/live.ts";
import { queryClient } from "#web/items/query-client.ts";
import { onOtherTab, planRefresh } from "#web/items/token.ts";
import { makeRouter } from "#web/routes.tsx";
import { removeOldServiceWorkers } from "#web/service-workers.ts";
import { ErrorModal } from "#web/ui/error-modal.tsx";
import { showKept } from "#web/ui/messages.ts";
import { colourSchemeManager, cssVariablesResolver, theme } from "#web/ui/theme.ts";
import { Toasts } from "#web/ui/toasts.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

removeOldServiceWorkers();
planRefresh();
watchVisibility();
onOtherTab(() => location.reload());

createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={colourSchemeManager}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={makeRouter()} />
      <ErrorModal />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>,
);
showKept();
