/** Whether an Accept header allows HTML: RFC 9110 §12.5.1, without preferences among media types. */
export function acceptsHtml(accept = "*/*"): boolean {
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return ["*/*", "text/*", "text/html"].includes(type) && !isRefused;
  });
}
