import assert from "node:assert/strict";
import { test } from "node:test";
import { findCollection } from "#domain/collections.ts";
import { personalData } from "#domain/privacy/personal-data.ts";
import { linkedCollections, subjectCollections, unlistedCollections } from "#domain/privacy/subject-links.ts";

test("every collection with personal data is exported, or has a reason why not", () => {
  const listed = [...subjectCollections, ...Object.keys(linkedCollections), ...Object.keys(unlistedCollections)];
  const personal = Object.entries(personalData).flatMap(([name, data]) => (data.personal ? [name] : []));
  assert.deepEqual(listed.toSorted(), personal.toSorted());
});

test("each link is a relation to a collection that is read before", () => {
  const read = new Set<string>(subjectCollections);
  for (const [name, links] of Object.entries(linkedCollections)) {
    for (const { field, to } of links) {
      const relation = findCollection(name)!.fields[field];
      assert.ok(relation?.kind === "one" && relation.target === to, `${name}.${field}`);
      assert.ok(read.has(to), `${name} stands before ${to}`);
    }
    read.add(name);
  }
});
