// Masking of emails, phone numbers and account names in the security log.

const dots = "•••";

/** `ravi@example.com` becomes `ra•••@example.com`; a name of one or two letters shows only the first. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const visibleLength = at > 2 ? 2 : 1;
  return `${email.slice(0, visibleLength)}${dots}${email.slice(at)}`;
}

/** Keeps the last three digits. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return `${dots}${digits.length > 5 ? digits.slice(-3) : ""}`;
}

/** Masks an account name entered at login as email or phone number; other input keeps its first letter. */
export function maskAccount(input: string): string {
  const text = input.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return maskEmail(text).slice(0, 100);
  return /^\+?[\d\s()-]{4,20}$/.test(text) ? maskPhone(text) : `${text.slice(0, 1)}${dots}`;
}
