// One to five stars of a rating.
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { Text } from "#web/ui/text.tsx";

export function Stars({ stars }: { stars: number }) {
  return (
    <Text component="span" c="accent" role="img" aria-label={`${stars} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((number) =>
        number <= stars ? (
          <IconStarFilled key={number} size={18} aria-hidden="true" />
        ) : (
          <IconStar key={number} size={18} aria-hidden="true" />
        ),
      )}
    </Text>
  );
}
