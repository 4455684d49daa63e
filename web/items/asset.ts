// Pictures are not public (reading.md §10): an <img> sends no token, so the bytes are asked for with it.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { errorFrom } from "#web/items/api-error.ts";
import { request } from "#web/items/client.ts";
import { saveFile } from "#web/items/save-file.ts";
import { currentToken } from "#web/items/token.ts";

async function readAsset(address: string, signal: AbortSignal): Promise<Blob> {
  const token = await currentToken();
  const response = await fetch(address, { signal, headers: token ? { authorization: `Bearer ${token}` } : {} });
  if (!response.ok) throw errorFrom({ status: response.status, body: await response.json().catch(() => null) });
  return response.blob();
}

/** Hands a file over to be saved: documents are never opened as pages of ours. */
export async function saveAsset({ id, name }: { id: string; name: string }): Promise<void> {
  const file = await readAsset(`/assets/${encodeURIComponent(id)}?download`, new AbortController().signal);
  saveFile({ name, file });
}

/** The picture as an address an <img> can show; undefined until it is there, `isFailed` where it cannot be had. */
export function useAsset(id: string): { src: string | undefined; isFailed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ["asset", id],
    queryFn: ({ signal }) => readAsset(`/assets/${encodeURIComponent(id)}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const src = useMemo(() => data && URL.createObjectURL(data), [data]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return { src, isFailed: isError };
}

/** Keeps a picture and answers its file id; `title` is what it shows. */
export function uploadPicture(picture: Blob, title = "Vehicle at the gate"): Promise<string> {
  return uploadFile({ file: picture, title, name: "picture.jpg" });
}

/** Keeps a file and answers its id. Throws UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE. */
export async function uploadFile({ file, title, name }: { file: Blob; title: string; name: string }): Promise<string> {
  const form = new FormData();
  form.set("title", title);
  form.set("file", file, name);
  const { data } = await request<{ data: { id: string } }>("/files", { method: "POST", body: form });
  return data.id;
}
