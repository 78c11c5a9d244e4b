// SPDX-License-Identifier: Apache-2.0
// What is said around an instruction, and what is said out loud.
#include "language/vocabulary.h"

namespace fh::language {
namespace {

constexpr Meaning kPoliteness[] = {
    {"before",
     "please|kindly|could you|can you|would you|will you|could you please|can you please|would you please|will you "
     "please|"
     "i want you to|i would like you to|i need you to|i would like that you|you should|you must|you have to|you need "
     "to|"
     "you can|you may|you will|your task is to|your job is to|"
     "go ahead and|go and|come and|run and|be so kind as to|be so good as to|make sure to|make sure you|make sure that "
     "you|"
     "be sure to|try to|just|simply|do me a favour and|do me a favor and|remember to|do not forget to|and please|"
     "start by|it would be nice if you could|would you be so kind as to|would you be able to|do you think you could|"
     "i would appreciate it if you could|if you could|perhaps you could|maybe you could|"
     "after that has been done|when that has been done|once that has been done|would it be possible for you to|would "
     "it be possible to|is it possible for you to|it would be great if you could|"
     "could i ask you to|can i ask you to|may i ask you to|i would be grateful if you could|do me a favour|"
     "would you do me a favour and|could you do me a favour and|your next task is to|the next thing to do is to|"
     "the first thing to do is to|the first thing to do is|the next thing to do is|what you need to do is|"
     "i need you to go and|would you go and|could you go and|please go and|you had better|you might|feel free to|"
     "hello|hi|hey|ok|okay|alright|all right|well|so|now|listen|right|excuse me|"
     "possibly|maybe|perhaps|then|i think you should|i think you had better|i suggest you|i suggest that you|"
     "you are to|you ought to|you are supposed to|you have got to|you will have to|you will need to|you will want to|"
     "i would appreciate it if you would|i would appreciate if you could|i would be glad if you could|"
     "i would be happy if you could|i would love you to|i would love it if you could|i would prefer you to|"
     "i was wondering if you could|i wonder if you could|i was hoping you could|i was hoping you would|"
     "would you like to|do you want to|why do not you|why not|any chance you could|is there any chance you could|"
     "any chance of you|can i get you to|could i get you to|can we get you to|can i trouble you to|could i trouble you "
     "to|"
     "might i ask you to|i ask you to|i am asking you to|i have to ask you to|let me ask you to|i must ask you to|"
     "we need you to|we want you to|we would like you to|i expect you to|i require you to|i am going to need you to|"
     "it is time to|time to|it is your turn to|your turn to|it is your job to|your mission is to|"
     "see that you|see to it that you|ensure that you|ensure you|never forget to|"
     "please do not forget to|be sure and|be sure that you|be sure you|please make sure to|please make sure you|"
     "it is important to|it is important that you|it is essential that you|it is best to|you are going to|"
     "when you have a moment|when you have a minute|when you get a chance|when you have time|when you are free|"
     "if you have a moment|if you have a minute|if you get a chance|if you have time|if you do not mind|"
     "if you would be so kind|if you please|if possible|if that is possible|if it is no trouble|if you can|"
     "could you do me a favour and|can you do me a favour and|can you do me a favor and|could you do me a favor and|"
     "would you do me a favor and|would you do me the favour of|be a dear and|be a sport and|could i have you|"
     "can i have you|i would like to ask you to|i would like to have you|may i ask that you|do please|please do|do|"
     "would you kindly|will you kindly|could you kindly|can you kindly|would you mind if i asked you to|and now|"
     "for me|come on|oh|um|er|also|additionally|furthermore|again|"
     "what i want you to do is|what i need you to do is|what you should do is|all you have to do is|you just need to|"
     "you just have to|all you need to do is|i need you to please|it would be helpful if you could|"
     "it would be good if you could|it would be kind of you to|it would help if you could|it would help me if you "
     "could|"
     "it would be nice if you would|please try to|you could|you shall|you would better|now please|your first job is to|"
     "your first task is to|your next job is to|please remember to|kindly remember to|next please|i order you to|"
     "i am telling you to|i instruct you to|you are asked to|you are required to|you are requested to|i request you to|"
     "i beg you to|let me see you|somebody|someone|i need someone to|i need somebody to|we need someone to|we need "
     "somebody to|i want someone to|"
     "i want somebody to|i would like someone to|i would like somebody to|is there anyone who can|is there anybody who "
     "can|is there someone who can|who can|who will|who could|who would|could somebody|can somebody|would "
     "somebody|will somebody|could someone|"
     "can someone|would someone|will someone|could anyone|can anyone|could anybody|can one of you|could one of you|"
     "you|hey you|only|from now on|wherever i go|wherever we go|as of now|from here on|starting now|when you have got "
     "a moment|when you have got a minute|when you find the time|whenever you are ready|"
     "when you are ready|if it is not too much trouble|if it is not too much to ask|if it does not bother you|"
     "at your convenience|for goodness sake|for heaven 's sake|right then|right so|good|great|fine|thanks|"
     "thank you|sorry|sorry to bother you|excuse me but|sorry but|would it be too much to ask you to|might you|"
     "be so good and|i think it would be good if you|i think it would be best if you|it would be best if you|"
     "it might be best if you|it may be best if you|it would be good if you|it would be great if you|"
     "it would be nice if you|i would like it if you|i would be happy if you|i would be glad if you|"
     "i would be grateful if you|i would appreciate it if you|it would be a great help if you|it would be a help if "
     "you could|it would be a great help if you could|what about if you|what if you|how would you like to|"
     "how would it be if you|let me ask you a favour|i have a favour to ask|i have a job for you|here is a job for you|"
     "here is what i want you to do|here is what you do|first off|to start|at first|next up|next thing|for starters|"
     "you will please|you will kindly|you may now|you can now|you can go and|you can go ahead and|you should go and|"
     "off you go and|go on and|go on|go right ahead and|come over and|come here and|hop to it and|"
     "quickly just|make it so that you|i would like you please to|we would ask you to|i was going to ask you to|"
     "i was hoping to get you to|i was thinking you could|i thought you could|you know what|look here|"
     "if you would be so good as to|if you would be kind enough to|would you be kind enough to|"
     "would you be good enough to|are you able to|could you manage to|can you manage to|do try to|"
     "be a good sport and|be a good lad and|be a good girl and|be my guest and|i would say you|you best|you better"},
    {"gerund",
     "would you mind|do you mind|begin by|start by|start|begin|keep|continue|go on|carry on|how about|what about|"
     "would you be so kind as|help me by|i would appreciate you|get on with|try|consider|i suggest|help out by|"
     "you can start by|please start by|you should start by|you could start by|would you mind terribly|"
     "start off by|kick off by|let us start by|i would not mind you|be busy|feel like|fancy|resume"},
    {"past",
     "i would appreciate it if you|it would be nice if you|it would be great if you|it would be good if you|"
     "would you mind if you|would it be ok if you|would it be okay if you|would it be all right if you|"
     "would it be possible that you|it would help if you|it would help me if you|it would be a help if you|"
     "it would be better if you|it would be best if you|what if you|how about if you|what about if you|"
     "i would like it if you|i would love it if you|i would prefer it if you|i would be happier if you|"
     "i would be happy if you|i would be grateful if you|i would be glad if you|i would be pleased if you|"
     "it is time you|it is about time you|it is high time you|i would rather you|i would sooner you|"
     "it would be kind if you|it would be helpful if you|do you think you could have|suppose you|supposing you"},
    {"after",
     "please|for me|thanks|thank you|thank you very much|many thanks|will you|would you|could you|can you|okay|ok|if "
     "you please|"
     "if you would|if you can|if possible|if you do not mind|if you would not mind|if that is ok|for us|if you could|"
     "as well|too|could you please|would you please|will you please|can you please|do you hear|all right|alright|"
     "there is a good lad|mate|my friend|when you can|when you get a chance|when you have a moment|when you have time|"
     "when you are ready|if you get a chance|if you have time|if you have a moment|if you have a minute|if it is ok|"
     "if that is all right|if you are free|would you mind|do you mind|cheers|much appreciated|thanks a lot|"
     "thank you so much|thanks in advance|as i said|and that is all|that is all|that is it|yourself|by yourself|"
     "on your own|alone|by hand|with your hands|with your hand|manually|for now|for the time being|for a start|again "
     "please|"
     "understood|got it|is that clear|this time|today|from now on|if you like|if you want|if you want to|"
     "when you have got a minute|when you have got a moment|when you have got time|when you have got a second|"
     "if you could please|if you have got a moment|if it is not too much trouble|if it is not too much to ask|if you "
     "do not "
     "mind me asking|if you would be so kind|if you will|would you please|please and thank you|thanks very much|"
     "when it suits you|at your convenience|whenever you are ready|whenever you like|whenever you can|"
     "whenever you get a chance|for goodness sake|there you go|come on|go on|right|yes|ok then|okay then|if you want "
     "me "
     "to|for heaven 's sake|"
     "wherever i go|wherever we go|everywhere i go|wherever that is|wherever it is|whatever it takes|no matter what|"
     "or something|it does not matter which|it does not matter which one|no matter which|no matter which one|"
     "whichever you like|whichever you want|whichever|i do not mind which|any will do|any one will do|or so|if you "
     "find it|if you see it|if it is there|if it is still there|if you find any|if there is "
     "one|if there are any|if it is free|if you know where it is|first thing|this very minute|i beg of you|"
     "without fail|in person|if at all possible|if you are not busy|as usual|then|instead|straight away please|"
     "i beg you|i think|i guess|i suppose|if need be|if necessary|when you have a minute"},
};

constexpr Meaning kConnectors[] = {
    {"then",
     "then|and then|and|after that|and after that|afterwards|and afterwards|next|and next|finally|and finally|"
     "subsequently|lastly|and lastly|when you are done|when done|when that is done|once that is done|once done|after "
     "which|"
     "when you have done that|once you have done that|having done that|when you are finished|then finally|"
     "and when you are done|once you are done|and once that is done|when finished|and also|also|as well as|plus|before "
     "finally|following that|following which|then after that|and then finally|to finish|and to finish|last of all|"
     "and last of all|secondly|thirdly|and then next|then next|but|yet|later|later on|and later|and as a last step|"
     "as a next step|once you have finished|once you are finished|once you are done with that|when you are done with "
     "that|"
     "once finished|when that is finished|once that is finished|after doing that|after doing so|after that is done|"
     "as soon as you are done|as soon as that is done|as soon as you have done that|as soon as you have finished|"
     "when you have finished|after you have done that|after you are done|after finishing|on completion|followed by|"
     "and once you have done that|and when you have done that|and after you have done that|from there|and from there|"
     "but first|in the end|and in the end|eventually|thereafter|and thereafter|before you finally|not only that but|"
     "and after this|after this|and so|and immediately|and straight away|and now|now"},
    {"meanwhile",
     "meanwhile|at the same time|and at the same time|and meanwhile|in the meantime|simultaneously|"
     "and simultaneously|and in the meantime|in parallel|and in parallel|while you are at it|while doing that|"
     "while you do that|while doing so|all the while|as you do that|as you do so"},
};

constexpr Meaning kGreetings[] = {
    {"hello", "hello|hi|hey|a greeting"},
    {"goodbye", "goodbye|bye"},
    {"thank you", "thanks|thank you"},
    {"sorry", "sorry"},
    {"yes", "yes"},
    {"no", "no"},
    {"good morning", "good morning"},
    {"stop", "stop"},
    {"go", "go"},
    {"ready", "ready"},
    {"help", "help"},
    {"now", "now"},
    {"done", "done"},
    {"careful", "careful|be careful"},
    {"danger", "danger"},
};

}  // namespace

std::span<const Meaning> politeness() {
  return kPoliteness;
}
std::span<const Meaning> connectors() {
  return kConnectors;
}
std::span<const Meaning> greetings() {
  return kGreetings;
}

}  // namespace fh::language
