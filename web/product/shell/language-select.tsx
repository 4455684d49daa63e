// The choice of the interface's language, loaded apart from the pages that show it.
import { lazy, Suspense } from "react";

const LanguageOptions = lazy(async () => ({
  default: (await import("#web/product/shell/language-options.tsx")).LanguageOptions,
}));

/** With `isOpenedFirst` its list opens at once. */
export function LanguageSelect({ isOpenedFirst = false }: { isOpenedFirst?: boolean }) {
  return (
    <Suspense>
      <LanguageOptions isOpenedFirst={isOpenedFirst} />
    </Suspense>
  );
}
