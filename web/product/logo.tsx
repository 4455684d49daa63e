// Logo: the key mark, and the mark with the product name.
import styles from "#web/product/logo.module.css";

export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={styles["mark"]} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <circle cx="12" cy="12" r="5.2" />
      <path d="M15.8 15.8 25 25M21 21l2.6-2.6" />
    </svg>
  );
}

export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className={styles["logo"]}>
      <LogoMark size={size} />
      <span>Chaavi</span>
    </span>
  );
}
