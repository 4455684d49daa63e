// Settings of the whole product, readable by every page.
import { queryOptions } from "@tanstack/react-query";
import type { Fees } from "#domain/onboarding/agreement.ts";
import { request } from "#web/api/client.ts";

export interface PlatformSettings extends Fees {
  [field: string]: unknown;
  publishing_takes_two: boolean;
}

export const platformSettingsQuery = queryOptions({
  queryKey: ["items", "Configuration_Settings"],
  queryFn: async ({ signal }): Promise<PlatformSettings> => {
    const { data } = await request<{ data: PlatformSettings }>("/items/Configuration_Settings", { signal });
    return data;
  },
});
