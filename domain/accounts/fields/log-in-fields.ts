// Fields of the log-in with a password, apart from those of other forms: its page is often opened on slow networks.
import { email, password } from "#domain/schema/fields.ts";

export const logInFields = {
  email: email({ required: true }),
  // Only presence is checked: the rules for new passwords do not apply to existing ones.
  password: password({ label: "Password", required: true, pattern: /^/ }),
};
