// Files are private (reading.md §10): an <img> sends no token, so images are fetched with it and shown as object URLs.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { toServerUrl } from "#web/api/shell.ts";
import { parseApiError } from "#web/api/api-error.ts";
import { request } from "#web/api/client.ts";
import { downloadFile } from "#web/api/download-file.ts";
import { getValidToken } from "#web/api/tokens/access-token.ts";

async function fetchAsset(url: string, signal: AbortSignal): Promise<Blob> {
  return fetchBlob(url, { signal });
}

async function fetchBlob(url: string, options: RequestInit): Promise<Blob> {
  const token = await getValidToken();
  const headers = { ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(toServerUrl(url), { ...options, headers });
  if (!response.ok) throw parseApiError({ status: response.status, body: await response.json().catch(() => null) });
  return response.blob();
}

/** Downloads a file; documents are never opened in the app's origin. */
export async function downloadAsset({ id, name }: { id: string; name: string }): Promise<void> {
  const file = await fetchAsset(`/assets/${encodeURIComponent(id)}?download`, new AbortController().signal);
  downloadFile({ name, file });
}

/** Downloads the response of a POST request. Throws ApiError. */
export async function downloadResponse({
  path,
  body,
  name,
}: {
  path: string;
  body: unknown;
  name: string;
}): Promise<void> {
  const headers = { "content-type": "application/json" };
  downloadFile({ name, file: await fetchBlob(path, { method: "POST", headers, body: JSON.stringify(body) }) });
}

/** Downloads the response of a GET request, with the session if there is one. Throws ApiError. */
export async function downloadFrom({ path, name }: { path: string; name: string }): Promise<void> {
  downloadFile({ name, file: await fetchBlob(path, {}) });
}

/** Object URL of an image; undefined until loaded, `isFailed` if it cannot be loaded. */
export function useAssetUrl(id: string): { src: string | undefined; isFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ["asset", id],
    queryFn: ({ signal }) => fetchAsset(`/assets/${encodeURIComponent(id)}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const src = useMemo(() => data && URL.createObjectURL(data), [data]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return { src, isFailed: isError };
}

interface UploadOptions {
  signal?: AbortSignal;
  /** Uploaded only in a session of this user. */
  userId?: string;
}

/** Uploads an image and returns its file id; `title` describes the image. */
export function uploadImage(image: Blob, title = "Vehicle at the gate", options: UploadOptions = {}): Promise<string> {
  return uploadFile({ ...options, file: image, title, name: "picture.jpg" });
}

/** Uploads a file and returns its id. Throws UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE. */
export async function uploadFile({
  file,
  title,
  name,
  ...options
}: UploadOptions & { file: Blob; title: string; name: string }): Promise<string> {
  const form = new FormData();
  form.set("title", title);
  form.set("file", file, name);
  const { data } = await request<{ data: { id: string } }>("/files", { ...options, method: "POST", body: form });
  return data.id;
}
