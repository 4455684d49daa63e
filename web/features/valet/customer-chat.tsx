// §8 The customer's side of the chat: a name first, then words; loaded when it is opened.
import { useState } from "react";
import { limits } from "#domain/limits.ts";
import { errorText } from "#domain/errors.ts";
import { customerDoor } from "#web/features/valet/customer-api.ts";
import type { CustomerTicket } from "#web/features/valet/customer-api.ts";
import { ChatView } from "#web/features/valet/chat-view.tsx";
import { useConversation } from "#web/features/valet/conversation.ts";
import styles from "#web/features/valet/customer.module.css";

export function CustomerChat({ ticket, token, heard }: { ticket: CustomerTicket; token: string; heard: number }) {
  const [name, setName] = useState(ticket.customer_name ?? "");
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const conversation = useConversation({ door: customerDoor({ token, name: () => name }), heard });
  const isNamed = name !== "" || Boolean(conversation.chat?.customer_name);
  const holder = conversation.chat?.holder;

  function join(): void {
    const given = typed.trim();
    setWrong(given.length < limits.nameMinimum);
    if (given.length >= limits.nameMinimum) setName(given);
  }
  return (
    <>
      <p className={styles["soft"]} role="status">
        {holder ? `${holder.first_name} is answering you.` : "The first of the valet who is free answers you."}
      </p>
      {conversation.isLoaded && !isNamed && (
        <form
          className={styles["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            join();
          }}
        >
          <div className={styles["field"]}>
            <label htmlFor="chat-name">Your name</label>
            <input
              id="chat-name"
              className={styles["input"]}
              autoComplete="name"
              maxLength={limits.name}
              value={typed}
              aria-invalid={wrong || undefined}
              aria-describedby={wrong ? "chat-name-error" : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {wrong && (
              <p id="chat-name-error" className={styles["wrong"]}>
                {typed.trim() === "" ? errorText("JOIN_CHAT_WITHOUT_NAME") : "Minimum 3 characters required"}
              </p>
            )}
          </div>
          <button type="submit" className={styles["button"]}>
            Begin
          </button>
        </form>
      )}
      <ChatView
        conversation={conversation}
        side="customer"
        zone={ticket.branch.zone}
        mayWrite={isNamed}
        empty="Nothing has been written yet."
      />
    </>
  );
}
