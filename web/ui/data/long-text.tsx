// §5: long text is cut at 120 characters with an ellipsis; the rest is shown on request.
import { Button } from "@mantine/core";
import { useState } from "react";
import { truncate } from "#domain/text/truncate.ts";
import { t } from "#web/languages/t.ts";

export function LongText({ children: text }: { children: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const short = truncate(text);
  if (short === text) return text;
  return (
    <>
      {isWhole ? text : short}{" "}
      <Button
        variant="transparent"
        size="compact-md"
        px={0}
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? t("Show less") : t("Show all")}
      </Button>
    </>
  );
}
