import "#web/ui/theme/base.css";
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
import "@fontsource-variable/anek-latin/index.css";
import "#web/ui/theme/condensed-font.css";
import "#web/ui/theme/fonts.css";
import "#web/ui/theme/tokens.css";
import "#web/ui/theme/mantine.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { queryClient } from "#web/api/query-client.ts";
import { onSessionChangeInOtherTab, scheduleTokenRefresh } from "#web/api/tokens/access-token.ts";
import { showStoredLanguage } from "#web/languages/stored.ts";
import { createRouter } from "#web/routes.tsx";
import { unregisterServiceWorkers } from "#web/service-workers.ts";
import { ErrorModal } from "#web/ui/overlays/error-modal.tsx";
import { showPendingNotice } from "#web/ui/feedback.ts";
import { colorSchemeManager, theme } from "#web/ui/theme/theme.ts";
import { Toasts } from "#web/ui/overlays/toasts.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const rootElement = root;

unregisterServiceWorkers();
scheduleTokenRefresh();
onSessionChangeInOtherTab(() => location.reload());

function renderApplication(): void {
  createRoot(rootElement).render(
    <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter()} />
        <ErrorModal />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  showPendingNotice();
}

// Without its catalogue, which may not load, the interface is in English.
void showStoredLanguage().then(renderApplication, renderApplication);
