// The product's own settings, as every page may read them.
import { queryOptions } from "@tanstack/react-query";
import { request } from "#web/items/client.ts";

export interface PlatformSettings {
  [field: string]: unknown;
  publishing_takes_two: boolean;
}

export const settingsQuery = queryOptions({
  queryKey: ["items", "Configuration_Settings"],
  queryFn: async ({ signal }): Promise<PlatformSettings> => {
    const { data } = await request<{ data: PlatformSettings }>("/items/Configuration_Settings", { signal });
    return data;
  },
});
