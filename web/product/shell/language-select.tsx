// The choice of the interface's language, loaded apart from the pages that show it.
import { type ComponentType, lazy, Suspense } from "react";

/** Loaded before the network may be lost (web/partner-layout.tsx): without it there is no catalogue to choose either. */
export const loadLanguageOptions = () => import("#web/product/shell/language-options.tsx");

interface LanguageSelectProps {
  /** Its list opens at once. */
  isOpenedFirst?: boolean;
}

const LanguageOptions = lazy<ComponentType<LanguageSelectProps>>(async () =>
  loadLanguageOptions().then(
    (loaded) => ({ default: loaded.LanguageOptions }),
    () => ({ default: () => null }),
  ),
);

export function LanguageSelect({ isOpenedFirst = false }: LanguageSelectProps) {
  return (
    <Suspense>
      <LanguageOptions isOpenedFirst={isOpenedFirst} />
    </Suspense>
  );
}
