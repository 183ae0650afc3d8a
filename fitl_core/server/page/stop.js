/** The page that stops the messages to a seat. */

import { mailLink } from "./mail_link.js";
import { say } from "./say.js";

mailLink({
  path: "stop",
  title: say("stop.title"),
  heading: say("stop.heading"),
  act: say("stop.stop"),
  about: (place) => say("stop.about", { ...place }),
  done: (place) => [say("stop.stopped", { ...place }), say("stop.again")],
});
