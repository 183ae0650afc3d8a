"""Words by which a mail may not mean its move: questions, conditions, withdrawals, plans, proposals.

`SOCIAL` has idioms that contain such words without any bearing on a move. They are removed from a sentence
before the search for other patterns. The lists err on the side of doubt.
"""

from __future__ import annotations

import re

_DEEDS = (
    r"(?:play|pass|move|go|do|use|take|choose|pick|rally|march|attack|terror\w*|train|patrol|sweep"
    r"|assault|advise|tax"
    r"|subvert|ambush|infiltrate|bombard|raid|govern|transport|air ?lift|air ?strike|event|operate"
    r"|redeploy|pacify"
    r"|agitate|spend|send|put|enter|execute|count|want|hit|strike|defend|build|place|remove)"
)
_WHO = r"(?:i|we|he|she|they|you|it|us|arvn|nva|vc|the (?:us|arvn|nva|vc|north|south)|(?:ann|bo|cy|mo)\b)"
_ME = r"(?:me|us|mo|everyone|everybody)"
_ASK = r"(?:can|could|would|will|please)"
_PLAY = r"(?:play|move|enter|execute|count|do|use|make|put|take|submit|run|process|resolve)"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
_DATE = (
    rf"(?:(?:next |this |the )*(?:{_DAY}|week(?:end)?|month|(?:end of (?:the|this|next) )(?:week|month))"
    r"(?: (?:morning|noon|afternoon|evening|night))?|tomorrow(?: (?:morning|noon|afternoon"
    r"|evening|night))?|tonight|noon|midnight"
    rf"|(?:the )?[0-9]{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?{_MONTH}|{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?"
    r"|the [0-9]{1,2}(?:st|nd|rd|th))"
)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join([f"(?:{one})" for one in patterns]), re.IGNORECASE)


SOCIAL = _any(
    r"^after (?:much|long|some|careful|a lot of|due|further) (?:thought|thinking|consideration"
    r"|deliberation|debate)\b",
    r"(?:let|tell|ping|mail|call|shout at|ask|write to|email|message|remind|correct|forgive|excuse|stop"
    r"|bear with) "
    rf"{_ME} (?:know )?(?:if|when|whether) (?!(?:this|that|it|the move|my move)\b)[^.?!]*",
    r"\bif (?:you|anybody|anyone|there) (?:have|has|are|is) (?:any )?(?:questions?|(?:a )?(?:moment"
    r"|minute|time)"
    r"|trouble reading)[^.?!,]*",
    r"\bif (?:i am|i'm|i was|my memory|memory) (?:late|slow|not mistaken|away|serves|a bit late)[^.?!,]*",
    r"\b(?:as|even) if\b[^.?!,]*|\bif (?:needed|necessary|possible|at all|ever)\b|\bonly if you like\b",
    r"\b(?:some|any|no|every)(?:thing|one|body|where) else\b|\belsewhere\b|\bwho else\b",
    r"\botherwise (?:all|everything|engaged|busy|fine|quiet|occupied)\b",
    r"\bin (?:that|this|any|either|which) case\b|\bjust in case\b|\bin case you (?:wonder\w*|missed"
    r"|care)\b",
    r"\b(?:i|we) (?:might|may|could|would) (?:well )?(?:not )?(?:be|answer|reply|arrive|need|have to"
    r"|miss)\b[^.?!,;:\u2013-]*",
    r"\b(?:i am|i'm|i will be|i'll be|we are|we're|we will be|we'll be) (?:all )?(?:away|offline|abroad|busy"
    r"|travell?ing|out of (?:office|town|the country)|on (?:holidays?|vacation|leave|(?:a|the) (?:trip"
    rf"|journey|road))) (?:until|till) {_DATE}(?=\s*(?:$|[-.,;:!)\u2013\u2014]))"
    r"(?![^.?!]*\b(?:then|when|after\w*|from)\b)",
    r"\b(?:will|am|are|shall) (?:probably|perhaps|maybe|possibly) (?:not )?(?:be|away|out|late|offline"
    r"|need|answer)\b[^.?!]*",
    r"\bmight (?:take|be) (?:a while|me|away|late|offline|slow|busy)\b",
    r"\bwould(?: have)? (?:like|love|liked|loved) to (?:say|thank|apologi\w+|wish|see you|hear|know you"
    r"|meet|join|be)\b",
    r"\bi'd (?:like|love) to (?:say|thank|apologi\w+|wish|see you|hear|meet|join|be)\b",
    r"\bwould be (?:nice|great|good|fun|lovely) to (?:see|hear|meet)\b|\bwho would have\b"
    r"|\bwouldn't miss\b",
    r"\bas (?:fast|soon|well|best|good|much|quickly) as (?:i|we) (?:could|can)\b|\bas soon as possible\b",
    r"\b(?:couldn't|could not) (?:resist|wait|sleep|help|be (?:happier|better)|believe)\b"
    r"|\bcould be worse\b",
    r"\bshould (?:be (?:fun|fine|interesting|easy|enough|back|home|here)|do(?: it| nicely)?|hurt|help"
    r"|teach)\b",
    r"\bmaybe (?:next time|(?:i|we) (?:will|'ll)? ?(?:meet|see|talk|be)|see you)\b[^.?!]*",
    r"\b(?:can't|cannot|can not|couldn't) wait\b|\b(?:the|your|long|worth the) wait\b"
    r"|\bkeep\w* you waiting\b",
    r"\b(?:don't|do not|never|not|almost|nearly) (?:forget|forgot|forgotten)\b|\bforget me not\b",
    r"\b(?:won't|will not|wouldn't|don't) (?:be (?:here|home|around|online|away|able to (?:answer|reply"
    r"|write))|worry|mind"
    r"|have (?:time|much time))\b[^.?!,]*",
    r"\bmay the (?:force|fourth|4th|best)\b|\bmay i remind\b|\bno (?:hurry|rush|worries|problem|news)\b",
    r"\bnot (?:my best|much|bad|too bad|the best|the worst|the end|great|pretty|easy|surpris\w+|late|long"
    r"|only|alone)\b",
    r"\b(?:nothing|not much|not a lot) (?:else |more |much )?(?:to \w+|but)\b",
    r"\bhere goes nothing\b|\bno (?:wonder|doubt|excuses?|regrets|mercy|surprises?|comment|longer|pity"
    r"|less|more mercy)\b"
    r"|\bnever a dull\b",
    r"\b(?:didn't|did not|haven't|have not|hadn't|had not|don't|do not) (?:see (?:that|it|this)|expect"
    r"|know|slept|sleep"
    r"|seen|had|have a|have any|feel|look)\b",
    r"\bplease (?:confirm (?:receipt|that you (?:got|received)))\b[^.?!]*",
    rf"\b{_ASK} (?:you|somebody|someone|mo) (?:please )?(?:send|turn|reveal|post|deal|flip|update"
    rf"|upload|share|forward)\b"
    r"[^.!]*",
)
"""Idioms that have nothing to do with a move."""
SOCIAL_QUESTION = _any(
    r"^(?:hi|hello|hey|dear|good (?:morning|evening))?[\w ,]{0,30}?\bhow (?:are|is|was|were|did|'s"
    r"|have) (?:you|y'all|every"
    r"|things|life|it|the (?:weekend|week|weather|trip|holiday|family|kids|party|exam)|your)",
    r"^[\w ,]{0,20}?\bhow's (?:it|life|everybody|everyone|things|the|your)",
    r"^(?:are|is) (?:you|everyone|everybody|anyone|anybody) (?:all )?(?:well|ok|okay|fine|back|around"
    r"|free|coming|there"
    r"|alive|home|still awake|enjoying)",
    r"^(?:did|have|has) (?:you|anyone|anybody|everyone|everybody) (?:all )?(?:see|seen|watch|hear|heard"
    r"|read|get|got|had|enjoy"
    r"|receive|sleep|survive) (?!.*\b(?:that|if|whether|this|objections?|problems?|issues?)\b)",
    r"^when (?:do|shall|will|can|are|is|should) (?:we|you|everybody|everyone) (?:meet|talk|back|start"
    r"|see|free|home|all)",
    r"^(?:who|what)(?:'s| is) (?:next|new|up)\b|^whose (?:turn|move) is it\b|^any news\b|^ready\b"
    r"|^guess what\b",
    r"^(?:all|everything|everybody|everyone) (?:well|good|ok|okay|fine)\b"
    r"|^what an? \w+(?: \w+)?,? (?:eh|huh|no|right)\b",
    r"^who (?:would have|knew)\b|^why not\?$|^remember (?:last|when|the)\b|^can you believe\b|^(?:nice"
    r"|great|funny),? (?:eh|huh)\b",
    r"^(?:shall|can|could) we (?:meet|talk|play (?:on|again) |call)\b",
)
"""Questions that people ask each other next to a move."""

INVERTED = re.compile(
    rf"^(?:so |and |but |well |hm+ |ok )?,? ?(?:may|can|could|would|should|shall|is|are|does|do|did"
    rf"|will|am|must|has|have|was"
    rf"|were) (?:{_WHO}|the [a-z]+|this|that|there|my|these|those|anyone|anybody)\b",
    re.IGNORECASE,
)
"""A sentence in the word order of a question, with or without a question mark."""

ASKED_AFTERWARDS = _any(
    rf"[:,\u2013-] *(?:may|can|could|should|shall|is|are|does|do|did|will|must) (?:{_WHO}|this|that|there)\b",
    r": *(?:is|are|can|may|could|would|does) \w+\b",
    r"\b(?:isn't|aren't|wasn't|doesn't|don't|won't|can't) (?:it|that|this|they|we|i|he|she"
    r"|not)\W*$",
    r"^(?:what (?:happens|does|would|comes|about|do you|is the)|why|how (?:does|do|would|much|many))\b",
    r"^what say\b|^(?:is|are|does|do|can|may) (?:[0-9]+|an?|one|two|three|four)\b",
    r"^which\b.*\b(?:you|better|one|like)\b|\b(?:rules?|quick|stupid) question\b|\blegality\b",
)
"""Questions after other words, or without a question mark."""
CONDITION = _any(
    r"\b(?:if|unless|otherwise|else|whether|provided|providing|assuming|suppos(?:e|ing)|presuming"
    r"|given that)\b",
    r"\bin case\b|\bdepend(?:s|ing)\b|\bsubject to\b|\bpending\b|\bcontingent\b|\bas long as\b"
    r"|\bonly (?:after|when|once)\b",
    rf"^(?:or|either)\b|\beither\b.*\bor\b|^should {_WHO}\b|^had {_WHO}\b|^were {_WHO}\b|^in (?:the"
    rf"|that) event\b(?! deck)",
    r"^(?:next (?:turn|card|round|time)|later|once|when|whenever|as soon as|after(?:wards)?|until|till"
    r"|tomorrow)\b[^.]*[:,]$",
    r"\b(?:ask|wait for|check with|talk to|hear from) (?:\w+ ){1,3}first\b|\b(?:must|has to|have to"
    r"|needs to|should)"
    r" (?:first )?(?:agree|consent|approve|confirm|say yes|be asked)\b",
    r"^once (?!more|again|upon)|^should\b",
    r"\b(?:may|might|could|can|will) still (?:change|be changed|withdraw)\b",
    r"\bvalid (?:only|while|if|until|till|when|as)\b|\bonly valid\b|\bwhile .* is\b.*eligible\b",
    r"\bneeds? (?:\w+'s |his |her |your |their )?(?:ok|okay|consent|approval|blessing|agreement"
    r"|permission)\b",
    r"^(?:and |this is |it is )?(?:for|on|at) (?:the|my|our) (?:next|following|coming) (?:card|turn|round"
    r"|move)\b.*[:,]",
    r"\bfallback\b|\b(?:first|second|other|next) (?:choice|best|option|preference)\b|\bback-?up\b",
    r"\bwhat if\b|\b(?:hold|wait|keep|valid|stands?|reserve)\b.*\b(?:until|till|for (?:my|the|his|her"
    r"|your|next))\b",
    r"\b(?:option|alternative|variant|choice|version|plan|scenario|idea) (?:[a-d]|[1-9]|one|two|three)\b",
    rf"\b{_PLAY} (?:it|this|that|(?:the|my) (?:move|line|turn|pass|order|action))\b[^.]*\b(?:then"
    rf"|later(?! than)|tomorrow|when|once|(?:on|next|by) (?:week|turn|card|round|{_DAY})|(?:after|before)"
    rf"(?! (?:much|long|some|careful|a lot|all)\b))\b|^(?:and |only )?then,? (?:please )?{_PLAY}\b",
    r"\balternative(?:ly|s)?\b|\bstanding order\b|\bpre-?move\b|\bconditional(?:ly)?\b|\bin advance\b",
)
"""Conditions and alternatives."""
NEGATION = _any(r"\b(?:not|no|never|nothing|none|nobody|neither|nor|cannot|hardly)\b|n't\b")
"""A denial beside a move. It may be about the move."""
HYPOTHESIS = _any(
    r"\b(?:until|till|embargo\w*|postpone\w*)\b|\b(?:can|may|might|could|to|will) be changed\b"
    r"|\bchange (?:it|this|that|my|the move)\b|\bin a drawer\b|\b(?:need|want|take|have) (?:a bit "
    r"|some )?more time\b",
    r"\bdoubt(?:s|ful|ed)?\b|\billustrat\w+\b|\bfeeler\b|\boverrul\w+\b|\bvot(?:e|ed|es|ing)\b|\b(?:about"
    r"|of|against) ?:$",
    r"^(?:please )?delay\b|^(?:please )?(?:hold|keep) (?:this|that|it|the|my)\b|, (?:hold|keep) (?:this"
    r"|that|it|the|my)\b",
    r"\b(?:maybe|perhaps|possibly|probably|presumably|hypothetical(?:ly)?|theoretically|in theory"
    r"|tentative(?:ly)?"
    r"|provisional(?:ly)?|preliminary|draft|speculat\w+|imagin\w+)\b",
    r"\b(?:would|wouldn't|could|might|'d (?:rather|like|love|prefer|say|play|go|have|do|be))\b|\bi'd\b"
    r"|\bwe'd\b",
    r"\b(?:think(?:ing)?|thought) (?:of|about|that i|i)\b|\b(?:consider|contemplat|ponder|weigh|mull"
    r"|debat|toy|lean)(?:ing|ed)\b",
    r"\b(?:tempted|undecided|unsure|uncertain|torn|hesitat\w+|wonder(?:ing|ed)?|inclined|not (?:so "
    r"|quite )?sure|no idea)\b",
    r"\b(?:i|we) (?:guess|suppose|assume|hope (?:this|that|it)(?:'s| is| was)? (?:ok|okay|legal|allowed"
    r"|right|correct))\b",
    r"\b(?:suggest|propos|recommend)\w*\b|\b(?:what|how) about\b|\bthoughts\b|\bfeedback\b"
    r"|\bcomments welcome\b",
    r"\b(?:for (?:example|instance|discussion|reference|comment))\b|\be\.?g\.|\bexample\b|\bsuch as\b"
    r"|\bsomething like\b",
    rf"\b(?:was|were) (?:going|about|planning|tempted|ready|set) to\b|\b(?:wanted|planned|planning"
    rf"|intended|intending|meant|hope|hoped|hoping)"
    rf" to(?: \w+)? {_DEEDS}\b|\b(?:almost|nearly) {_DEEDS}",
    rf"\b(?:won't|will not|don't|do not|didn't|did not|never|not going to|refuse to|cannot"
    rf"|can't) (?:yet |ever )?{_DEEDS}\b",
    r"\breconsider\w*|\bplaceholder\b|\bnot (?:yet |quite )?final\b|\b(?:almost|nearly) went\b",
    r"\bexperiment\w*\b|\bone of (?:these|those|them|the following)\b|\b(?:decide|choose|choice) between\b",
    r"\brethink\w*\b|\bhindsight\b|\bhold (?:me|us) to\b|\barguments? against\b|\bveto\w*\b"
    r"|\bpros and cons\b|\b(?:problems?|wrong) with\b|\bprefer\w*\b"
    r"|\b(?:better|wiser|safer) (?:choice|move|option|idea|play)\b",
    r"\b(?:await\w*|need|want) (?:\w+ ){0,2}(?:ok|okay|consent|approval|blessing|agreement|permission|verdict"
    r"|ruling|go-ahead|confirmation)\b",
    r"\bassume\b|\bsuppose\b|\bpresume\b|\bobjections?\b|\bsketch\b|\bso to speak\b|\bto be continued\b"
    r"|(?:^|\s)/s\b",
    r"\bwhat (?:the |my |your |our )?\w+ (?:says?|said|wants?|wanted|suggests?|thinks?|thought|told|does"
    r"|did)\b",
    r"\b(?:first|second|third|other|my|own|an?) (?:ideas?|thoughts?|tries|try|attempts?|opinion|view"
    r"|version|sketch"
    r"|two cents)\b|\btwo cents\b|\b\w+ eyes only\b",
    r"\b(?:another|one more|a|some) (?:days?|hours?|night|evening|moment|minutes?|time|while)\b.*\bthink\b"
    r"|\b(?:not|never) (?:yet )?(?:done|ready|finished|complete)\b|\b(?:unfinished|incomplete)\b",
    r"^(?:subject|re|topic) ?:.*\b(?:questions?|legality|rules?|test|draft|ideas?)\b"
    r"|\b(?:a|my|one|another|small|short) question\b",
    r"\b(?:tbc|tbd|wip|unconfirmed|to be (?:confirmed|decided|determined|continued|checked))\b",
    r"\b(?:i|we)(?:'ll| will| shall) (?:confirm|decide|check|finali[sz]e|think|let you know)\b"
    r"|\blet me (?:think|check|ponder|see|look)\b",
    r"\b(?:i|we) (?:still )?(?:need to|have to|want to|must) (?:double.?check|check|look up|read|ask|think"
    r"|confirm)\b",
    r"\b(?:says?|said|thinks?|tells?|told|wants?|wanted|asks?|asked|advises?) (?:that )?(?:i|me|us|we)\b",
    r"\b(?:sent|written|typed|posted) by (?:my|the|a)\b|\bnot (?:by )?me\b|\bwalked over\b|\bby accident\b",
    r"\b(?:i|we) (?:haven't|have not|hadn't|had not|didn't|did not) (?:yet |really |quite )?"
    r"(?:decide|settle|choose|chose|commit|agree|make up)\w*\b",
    r"\bi wish\b|\bdreams?\b|\bwho knows\b|\b(?:more|other|two|three|several|many|some) (?:options|ideas"
    r"|alternatives|possibilities|choices)\b|\b(?:first|gut) instinct\b",
    r"\b(?:yesterday|last (?:week|year|month|night|time|turn|card))'s (?:move|turn|action|mail)\b"
    r"|\bold (?:mail|post|move|message)\b"
    r"|\b(?:remember|recall) (?:a|the|that|when)\b",
    r"\b(?:bad|worst|stupid|terrible|wrong|illegal|sample|possible|legal|silly|absurd) (?:case|move|idea"
    r"|play|option|turn)\b.*:$",
    r"\b(?:nobody|no one|never|who) (?:\w+ ){0,5}(?:plays?|does|do|would|moves?)$",
    r"\b(?:pretend\w*|simulat\w+|fictional|fictitious|dry run|trial run|rehears\w+|what-?if|sandbox)\b"
    r"|\b(?:just|only) to (?:see|show|try|test|check)\b|\bto see (?:what|if|how|whether)\b",
    r"\b(?:had|have|has) (?:\w+ )?in mind\b|\b(?:let's|let us|shall we|just) say\b|^say (?:i|we|you|he|she"
    r"|they|it)?\b",
    r"\b(?:real|actual|proper|final|true) (?:move|one|turn|answer|action) (?:comes|follows|will|is coming"
    r"|tomorrow|later)\b",
    r"\b(?:quot(?:e|es|ed|ing)|copied|forwarded|fwd)\b.*:$|\bfor the record\b|^\W*(?:test|testing|trial"
    r"|joke|haha)\W*\d*\W*$",
    r"\bgotcha\b|\bas a joke\b|\bapril fool\w*|\bjk\b|\bj/k\b",
    r"\b(?:rather than|instead of)\b|\bplan(?:s|ned)?(?: is| was)?\s*:|\bmy plans?\b|\bsketch\b"
    r"|\bjust (?:kidding|joking|testing)\b",
    r"\b(?:a|the|this is|only a) (?:test|joke)\b(?! of)|\bkidding\b|\bnot (?:a|my|the|yet (?:a"
    r"|my)) move\b|\bnot official\b",
    r"\blast (?:time|turn|card|week|game|round) (?:i|we|he|she|they|you|it|was)\b.*:$|\bas (?:i|you|he"
    r"|she|they) \w+(?: \w+)?:$",
    r"\b(?:you|he|she|they|ann|bo|cy) (?:\w+ )?(?:suggest|propos|wrote|said|want|ask|play|did|could"
    r"|may)\w*\b.*:$",
    r"\b(?:legal|allowed|permitted|possible|valid|right|correct)\b\s*\?",
    r"\bplease (?:check|verify|advise|double-check|look|tell me|confirm)\b|\b(?:tell"
    r"|let) me (?:know )?(?:if|whether|what)\b",
    r"\bcheck (?:this|that|it|my move)\b|\bok with (?:you|everyone|everybody|all)\b"
    r"|\bbefore i (?:commit|decide|move|play)\b",
)
"""Plans, proposals, tests, and tales of other moves."""
WITHDRAWAL = _any(
    r"\bdiscard\w*\b|\bi (?:hereby )?withdraw\b|\bstrike (?:the|my|both|last)\b|\bunplay\w*\b",
    r"\bwrong \w+|->|\u2192|\bis an? [0-9]\b|^replace\b|\bnew move in\b",
    r"\bstrike (?:that|this|it)\b|\b(?:scratch|scrap|cancel|delete|disregard|ignore|revoke|retract"
    r"|rescind|undo)\b",
    r"\b(?:forget) (?:that|this|it|the|my|about|what)\b|\bnever ?mind\b(?! the)|\bon second thoughts?\b"
    r"|\b(?:chang\w+|change of) (?:my )?mind\b",
    r"\b(?:take|took|taking|taken|pull\w*|call\w*) (?:that|this|it|my move|the move|everything"
    r"|my words) back\b|\btake back\b",
    r"\bwithdraw(?:n|ing|s)? (?:that|this|it|my|the)\b|\bwithdrawn\b|\bnot (?:that|this) (?:one|move)\b"
    r"|\bi take it back\b",
    r"\b(?:that|this|it|i|above|move) (?:was|is|were|am) (?:wrong|mistaken|a mistake|an error|illegal"
    r"|not legal|nonsense|rubbish)\b",
    r"\b(?:wrong|other|another|different) (?:game|thread|mail|post|table|list|window|file|group)\b",
    r"\bnvm\b|\bhalt\b|\blol,? no\b|\b(?:well|um|uh|err+|oh),? no\b|\bor not\b|\bsleep (?:on|over) (?:it"
    r"|this|that)\b",
    r"\bmis(?:read|took|taken|counted|typed|understood|wrote|clicked|remembered|placed)\b"
    r"|\bnot (?:one|two|three|four|five|six|[0-9]+)\b",
    r"\b(?:does|do|should|shall|must|will) not count\b|\b(?:doesn't|don't|shouldn't|won't) count\b",
    r"^(?:please |just |pls )?(?!(?:love|loved|like|liked|enjoy|did|done|got|made|is|was)\b)[a-z]+ (?:that"
    r"|this|it|these|them)[.!]*$",
    r"\bskip (?:that|this|it|my move)\b|\bmoot\b|\bbelay\b",
    r"\bon reflection\b|\b(?:stay|sit)(?:s|ing)? (?:put|still|this out)\b|\bdo(?:es|ing)? nothing\b"
    r"|\b(?:skip|count|leave) (?:me|us)\b|\bgive (?:me|us) (?:a|an|another|some|until|till|one|more|time)\b",
    r"\bwrong (?:line|one|move|space|card|number|side|turn|key|button|draft|version)\b|\bamend\w*\b"
    r"|\b(?:new|another|next|better) (?:one|move|mail|post|line|version) (?:is )?(?:coming|follows?|soon"
    r"|tonight|later"
    r"|tomorrow|below|to come)\b|\bpart (?:2|two|ii)\b",
    r"\b(?:unsend|unsent|erased?|dropped|withheld|cancelled|canceled|deleted)\b|^(?:please )?(?:drop"
    r"|erase|remove|kill"
    r"|bin|trash|burn|omit) (?:it|this|that|the|my)\b|\bnot! *$|^\W*(?:not|no way|nah|nay)\W*$",
    r"\b(?:retract|revok|revert|annul|abort|rescind)\w*\b|\broll\w* ?back\b|\bmis-?click\w*"
    r"|\b(?:struck|stricken)\b|\bcall\w* (?:it|this|that) off\b|^withdraw(?:n|ing|s)?\b[.!]*$",
    r"^(?:(?:sorry|apologies|oops|ok|okay|please|just|pls)\b[,.!]* )*"
    r"(?!(?:enjoy|like|love|see|find|read|behold)\b)[a-z]+ (?:my|the|this|that) (?:move|line|mail|post|above)"
    r"(?: (?:off|out|away|down|back|for now|please))*[.!]*$",
    r"\b(?:erratum|errata|typo|misprint|misspel\w+|rectif\w+)\b|^edit(?:ed)?\b ?:|(?:^|\s)s/[^/]+/[^/]*/?",
    r"\b(?:that|this|it|which) (?:should|must|ought to) (?:be|read|say|have been)\b"
    r"|^(?:please )?read \w+ (?:for|instead)\b",
    r"\bsee (?:my |the )?(?:next|other|new|later|following) (?:post|mail|message|one)\b|\bsupersed\w+"
    r"|\bvoid\b|\bnull\b",
    r"\bcorrection\b|\bcorrected\b|\b(?:i )?meant (?!to)\b|\bmeant to (?:write|say|play|send)\b"
    r"|\bmake (?:that|it)\b|\bmy (?:mistake|bad|error)\b",
    r"\b(?:don't|do not) (?:play|take|count|use|enter|put|send|execute)\b|\bnot yet\b|\bhold (?:on|off"
    r"|that|it)\b|\bhang on\b",
    r"\breplac(?:e|es|ing)\b.*\b(?:above|that|move|mail|earlier|previous)\b|\binstead\b(?! of)",
)
"""Withdrawals anywhere in the mail."""
AFTERTHOUGHT = _any(
    r"^(?:but|minus|except|only|just)(?: (?:with|without|only|just))* (?:a|an|one|two|three|four|five|six"
    r"|the|no|not"
    r"|[0-9])\b",
    r"^(?:oh,? |ah,? |hm+,? |sorry,? )*(?:no\b(?! one)|nope\b|wait\b|stop\b|oops\b|whoops\b|ups\b"
    r"|argh\b|actually\b|rather\b|better\b)",
    r"\bbetter\s*[:!]|\brather\s*:|\bactually,? (?:no|i|we|let|make|that)\b|\b(?:sorry|oops),? (?:that"
    r"|i|no|wrong)\b",
    r"\bsecond thought",
)
"""Withdrawals of the previous move. Before the first move they are idioms."""
INTRODUCES = _any(
    r"\b(?:my|mine|our|ours|i|we|here|hereby|this|these|below|following|follows|so|then|therefore|thus|now"
    r"|ok|okay|well)\b",
    r"\b(?:the|an?) (?:answer|reply|move|turn|action|operation|op|event|pass|decision|notation)\b",
    r"\b(?:answers?|moves?|turns?|plays?|goes|go|do|does|acts?|decides?|orders?|promised|finally|done|last"
    r"|forward)\b",
    r"\b(?:quick|simple|boring|solid|easy|short|plain|much thought|nothing|ready|back to|roll|voila)\b",
    r"\bas (?:announced|agreed|promised|said|planned|told|usual|always|ever)\b",
    r"\b(?:us|arvn|nva|vc)\b|\bcould(?: not|n't) resist\b|\bas (?:soon|fast|quickly) as\b",
    r"^(?!(?:test|sample|specimen|example|maybe|meanwhile|otherwise|draft|plan|idea|question|option|later"
    r"|tomorrow|joke"
    r"|simulation"
    r"|fallback|say|imagine|perhaps|quote|either|or|else|not|no|never|don't|todo|hypothesis|alternative)\b)"
    r"\w+(?: \w\.?| \(\w+\))?:$",
)
"""Words before a colon that introduce a move that is meant, or a name alone."""
UNFINISHED = re.compile(
    r"\b(?:with|of|for|about|to|by|that|like|as|than|on|against|in|at|the|an?|is|are|be|do|does|try)$",
    re.IGNORECASE,
)
"""The end of words that go on in the next line."""
JOINS = re.compile(
    r"\b(?:also|too|or|plus|as well|in addition|additionally|and|then|with|another|more)\b",
    re.IGNORECASE,
)
"""Words that add something to a move."""
