// Field of two-factor log-in, apart from those of other forms: the log-in page names all files that the form needs.
import { text } from "#domain/schema/fields.ts";

/** Of the authenticator app, or a recovery code. */
export const authenticatorCode = text({
  label: "Code from the app",
  required: true,
  min: 6,
  max: 20,
  minMessage: "*Enter all 6 digits",
});
