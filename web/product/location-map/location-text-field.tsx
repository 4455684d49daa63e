// The place of the branch as pasted text: a link of a map app, a plus code, or coordinates.
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { type LocationTextProblem, parseLocationText } from "#domain/branches/location/location-text.ts";
import { roundPoint, type GeoPoint } from "#domain/branches/location/map.ts";
import { Group } from "#web/ui/layout.tsx";
import { t } from "#web/languages/t.ts";

function describeProblem(problem: LocationTextProblem): string {
  switch (problem) {
    case "short-link":
      return t(
        "This short link can be followed by its app only. Open it there, and copy the coordinates or the plus code of the place.",
      );
    case "code-without-city":
      return t(
        "Add a large city near by, for example XHCV+9Q Bengaluru, or copy the complete code, for example 7J4VXHCV+9Q.",
      );
    case "unknown":
      return t(
        "No place found in this text. Paste a link with coordinates, a plus code, or coordinates such as 12.9716, 77.5946.",
      );
  }
}

interface LocationTextFieldProps {
  /** Of the address, and the present pin: for plus codes without a city. */
  city: string;
  near: GeoPoint | undefined;
  onPoint: (point: GeoPoint) => void;
}

export function LocationTextField({ city, near, onPoint }: LocationTextFieldProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function setPin(): void {
    const result = parseLocationText(text, { city, near });
    if ("problem" in result) return setError(describeProblem(result.problem));
    onPoint(roundPoint(result.point));
    setText("");
  }

  return (
    <Group align="end" gap="sm">
      <TextInput
        style={{ flex: "1 1 240px" }}
        label={t("Plus code or link from a map app")}
        value={text}
        error={error}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Not the form's.
          event.preventDefault();
          setPin();
        }}
      />
      <Button variant="default" size="lg" onClick={setPin}>
        {t("Set pin")}
      </Button>
    </Group>
  );
}
