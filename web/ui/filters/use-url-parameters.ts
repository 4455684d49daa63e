import { useSearchParams, type NavigateOptions } from "react-router";

type ChangeUrlParameters = (change: (current: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The query parameters of the page, and a function to change them. A change starts from the present URL: React Router
 * passes the last rendered parameters, so that of two changes in quick succession the first would be lost.
 */
export function useUrlParameters(): [URLSearchParams, ChangeUrlParameters] {
  const [parameters, setParameters] = useSearchParams();
  return [parameters, (change, options) => setParameters(change(new URLSearchParams(window.location.search)), options)];
}
